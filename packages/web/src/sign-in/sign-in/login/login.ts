import {
  createBranding,
  createClient,
  createSignIn,
  createPlainWords,
  loginMessages,
  type BrandingStore,
  type CorePorts,
  type DeviceMemory,
  type SignIn,
} from '@portico/core'

/** What the login page takes from core; `createCore` would bring the stores of the whole portal. */
export type Login = { readonly branding: BrandingStore; readonly signIn: SignIn; readonly memory: DeviceMemory }

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
  return { branding, signIn, memory: ports.memory }
}
