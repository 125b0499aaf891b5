/** A typical page of an app: it stores its session, starts a turn, and shows each event on arrival. */
export const chatPage = `<!doctype html>
<title>Chat</title>
<p id="user"></p>
<form><input name="q"><button>Ask</button></form>
<button id="leave">Leave</button>
<ol id="events"></ol>
<ul id="conversations"></ul>
<p id="problem"></p>
<script type="module">
  const base = new URLSearchParams(location.search).get('api') ?? ''
  const at = (id) => document.getElementById(id)
  const leaving = new AbortController()
  const call = (path, body) => fetch(base + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer ' + localStorage.getItem('access_token'),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: leaving.signal,
  })
  const add = (id, text) => at(id).append(Object.assign(document.createElement('li'), { textContent: text }))
  async function showConversations() {
    const { items } = await (await call('/api/conversations?size=100')).json()
    at('conversations').replaceChildren()
    for (const { title } of items) add('conversations', title)
  }
  async function ask(q) {
    const { data } = await (await call('/api/conversations', { title: q })).json()
    const { body } = await call('/api/react', { q, conversation_id: data.id })
    let text = ''
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      text += part
      const frames = text.split('\\n\\n')
      text = frames.pop()
      for (const frame of frames) add('events', /^event: (.*)$/m.exec(frame)?.[1] ?? 'comment')
    }
    await showConversations()
  }
  const tell = (error) => { at('problem').textContent = String(error) }
  document.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault()
    ask(new FormData(event.target).get('q')).catch(tell)
  })
  at('leave').addEventListener('click', () => leaving.abort())
  call('/api/auth/me').then((answer) => answer.json()).then(
    ({ data, email = data?.email }) => { at('user').textContent = email },
    tell,
  )
</script>
`
