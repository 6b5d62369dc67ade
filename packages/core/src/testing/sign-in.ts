import type { Core } from '../app/create-core.ts'
import { createSignIn, type SignIn } from '../sign-in/sign-in/store.ts'

/** The store of the login page over the client of a core. */
export function signInOf({ client, memory, words }: Core): SignIn {
  return createSignIn({ client, memory, say: (id) => words().find(id) ?? id })
}
