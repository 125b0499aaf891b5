import pytest

import understudy


@pytest.fixture(scope="session")
def server():
    server = understudy.Server()
    yield server
    server.stop()


@pytest.fixture
def world(server):
    """A new world for each test."""
    world = server.create_world()
    yield world
    server.delete_world(world)
