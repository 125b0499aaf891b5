import pytest


def test_each_test_has_a_world_of_its_own(world):
    key = world.keys["full"]
    before = world.call("GET", "/api/agents", key=key).body["total"]
    assert world.call("POST", "/api/agents", {"name": "Note taker"}, key=key).status == 200
    assert world.call("GET", "/api/agents", key=key).body["total"] == before + 1


def test_the_other_test_did_not_change_this_world(world):
    names = [agent["name"] for agent in world.call("GET", "/api/agents", key=world.keys["full"]).body["items"]]
    assert "Support Desk" in names
    assert "Note taker" not in names


def test_a_token_expires_when_the_clock_advances(world):
    token = world.sign_in()
    assert world.call("GET", "/api/auth/me", key=token).status == 200
    world.advance("25h")
    assert world.call("GET", "/api/auth/me", key=token).status >= 400


def test_a_rate_limit_is_injected_once(world):
    error = {"code": "rate_limit_exceeded", "retry_after": 30}
    world.add_fault({"match": {"endpoint": "agents.list"}, "times": 1, "effect": {"error": error}})
    refused = world.call("GET", "/api/agents", key=world.keys["full"])
    assert (refused.status, refused.headers["retry-after"]) == (429, "30")
    assert world.call("GET", "/api/agents", key=world.keys["full"]).status == 200


def test_a_turn_that_was_cut_is_resumed_after_its_last_cursor(world):
    key = world.keys["full"]
    conversation = world.call("POST", "/api/conversations", {}, key=key).body["data"]["id"]
    world.add_fault({"match": {"endpoint": "chat.react"}, "effect": {"stream": {"cut": {"after_event": 5}}}})
    seen = []
    with pytest.raises(OSError):
        question = {"q": "Where is my order?", "conversation_id": conversation}
        for event in world.events("/api/react", question, key):
            seen.append(event)
    assert len(seen) == 5
    again = {"conversation_id": conversation, "cursor": seen[-1][2]}
    rest = list(world.events("/api/chat/resume", again, key))
    assert rest[0][2] == seen[-1][2] + 1
    assert "done" in [event for event, _, _ in rest]
