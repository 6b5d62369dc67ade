// A single-page application that signs people in with Portico, greets them with their roles, and signs them out.
//   VITE_ISSUER=http://127.0.0.1:8080 VITE_CLIENT_ID=… npx vite
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { beginSignIn, finishSignIn, isBegunByPortico, isCallback, signOut } from './sign-in.js'

function App({ person, failure }) {
  if (failure !== undefined)
    return (
      <>
        <h1>The sign-in failed</h1>
        <p>{failure}</p>
        <button onClick={() => void trying(beginSignIn)}>Try again</button>
      </>
    )
  if (person === undefined)
    return (
      <>
        <h1>Billing</h1>
        <p>You are not signed in.</p>
        <button onClick={() => void trying(beginSignIn)}>Sign in</button>
      </>
    )
  return (
    <>
      <h1>Hello, {person.name}</h1>
      <p>Your roles: {person.roles.join(', ') || 'none'}</p>
      <button onClick={() => void trying(() => signOut(person))}>Sign out</button>
    </>
  )
}

const root = createRoot(document.getElementById('root'))

function show(state) {
  root.render(
    <StrictMode>
      <App {...state} />
    </StrictMode>,
  )
}

async function trying(step) {
  try {
    return await step()
  } catch (error) {
    console.error('refused:', error.message, error.cause?.message)
    // Safe to show: the state was checked before, so the text is Portico's.
    show({ failure: error.error ? `${error.error}: ${error.error_description ?? ''}` : 'The answer was not accepted.' })
    return undefined
  }
}

// Outside the components: a code is redeemed once, however often React renders.
if (isCallback()) {
  const person = await trying(finishSignIn)
  // Removes the code from the address and the history.
  history.replaceState(null, '', '/')
  if (person !== undefined) show({ person })
} else if (isBegunByPortico()) {
  await trying(beginSignIn)
} else {
  show({})
}
