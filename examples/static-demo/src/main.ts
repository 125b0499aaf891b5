import { startPlatform, storage } from './platform.ts'

const [form, answer, list] = ['form', 'article', 'ul'].map((name) => document.querySelector(name))
const client = await startPlatform()
await showConversations()

form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void ask(String(new FormData(event.target as HTMLFormElement).get('question')))
})
form?.addEventListener('reset', () => {
  storage.clear()
  location.reload()
})

async function ask(q: string): Promise<void> {
  answer?.replaceChildren()
  for await (const { event, data } of client.react({ q }))
    if (event === 'answer' && data.type === 'delta') answer?.append(data.text)
  await showConversations()
}

async function showConversations(): Promise<void> {
  const { items } = await client.conversations.list()
  const lines = items.map(({ title }) => {
    const line = document.createElement('li')
    line.textContent = title
    return line
  })
  list?.replaceChildren(...lines)
}
