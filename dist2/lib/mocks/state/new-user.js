/** Adds a user who has yet to be welcomed. */
export function createUser({ store, clock, random }, email, password, given) {
    return store.users.insert({
        id: random.uuid('user', email),
        email,
        password,
        username: given.username ?? email.replace(/@.*/, ''),
        display_name: given.display_name ?? null,
        is_admin: given.is_admin ?? false,
        is_restricted: false,
        token_quota: null,
        system_instructions: null,
        preferred_language: 'auto',
        oauth_provider: null,
        has_password: true,
        oauth_bindings: [],
        onboarding_completed: false,
        avatar: null,
        privacy_accepted_at: null,
        timezone: null,
        default_agent_id: null,
        default_exec_mode: null,
        default_reasoning: null,
        totp_enabled: false,
        created_at: clock.iso(),
    });
}
