import {
  createBranding,
  createClient,
  createSignIn,
  createPlainWords,
  loginMessages,
  readSignedIn,
  type BrandingStore,
  type CorePorts,
  type DeviceMemory,
  type SignIn,
} from '@portico/core'

/** What the login page takes from core; `createCore` would bring the stores of the whole portal. */
export type Login = {
  readonly branding: BrandingStore
  readonly signIn: SignIn
  readonly memory: DeviceMemory
  /** Whether this browser has a session. Asking does not extend the session. */
  hasSession(): Promise<boolean>
}

export function createLogin(ports: Pick<CorePorts, 'http' | 'clock' | 'memory' | 'locale' | 'messages'>): Login {
  const client = createClient(ports)
  const branding = createBranding({
    client,
    words: createPlainWords(ports.locale ?? 'en', ports.messages ?? loginMessages),
  })
  const signIn = createSignIn({
    client,
    memory: ports.memory,
    say: (id) => branding.getState().words.find(id) ?? id,
  })
  async function hasSession(): Promise<boolean> {
    // Without the cookie that accompanies a session, the request is unnecessary.
    if (ports.http.cookie('csrf') === undefined) return false
    const answer = await client.call(readSignedIn)
    return answer.ok && answer.value.signedIn
  }
  return { branding, signIn, memory: ports.memory, hasSession }
}
