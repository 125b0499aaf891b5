import { useState } from 'react'
import { createClient } from 'agent-understudy/client'
import { Chat } from './chat.tsx'

const client = createClient({ baseUrl: '/' })

/** A sign-in form, then the chat. */
export function App() {
  const [signedIn, setSignedIn] = useState(false)
  const [problem, setProblem] = useState('')
  if (signedIn) return <Chat client={client} />

  const signIn = (form: FormData) =>
    client
      .login({ email: String(form.get('email')), password: String(form.get('password')) })
      .then(({ status }) => setSignedIn(status === 'signed-in'))
      .catch((error: Error) => setProblem(error.message))
  return (
    <form action={signIn}>
      <input name="email" aria-label="Email" defaultValue="demo@example.com" />
      <input name="password" aria-label="Password" type="password" defaultValue="demo-password" />
      <button>Sign in</button>
      <p role="alert">{problem}</p>
    </form>
  )
}
