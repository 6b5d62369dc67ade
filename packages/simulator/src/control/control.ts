import type { ClientConfig } from '../config/shape.ts'
import { type Switches, changeSwitches, usual } from './switches.ts'

/** What a test may do to one provider while it runs. */
export type ProviderControl = {
  switches(): Switches
  /** Changes the switches that are named, leaves the others. Throws TypeError on an unknown name or value. */
  set(change: Partial<Switches>): Switches
  /** Back to a provider that behaves. */
  reset(): Switches
  /** Signs with a new key under a new kid from now on; the old key leaves the JWKS at once. */
  rotateKeys(): Promise<void>
  /** Allows further addresses of one client. Throws ConfigError. */
  addRedirectUris(addition: RedirectUris): void
}

export type RedirectUris = Pick<ClientConfig, 'clientId'> &
  Partial<Pick<ClientConfig, 'redirectUris' | 'postLogoutRedirectUris'>>

/** Holds the switches of one provider. */
export function holdSwitches(): Pick<ProviderControl, 'switches' | 'set' | 'reset'> {
  let now = usual
  return {
    switches: () => now,
    set: (change) => (now = changeSwitches(now, change)),
    reset: () => (now = usual),
  }
}
