import type { RedirectUris } from '../config/redirect-uris.ts'
import type { ServiceProviderConfig } from '../config/shape.ts'
import { type Switches, changeSwitches, usual } from './switches.ts'

/** What a test may do to one running provider of any kind; each kind has its own switches. */
export type Control<Kept> = {
  switches(): Kept
  /** Changes the switches that are named, leaves the others. Throws TypeError on an unknown name or value. */
  set(change: Partial<Kept>): Kept
  /** Back to a provider that behaves. */
  reset(): Kept
  /** Signs with a new key from now on; the old one is no longer published. */
  rotateKeys(): Promise<void>
}

/** What a test may do to an OpenID provider. */
export type ProviderControl = Control<Switches> & WithClients

export type WithClients = {
  /** Allows further addresses of one client. Throws ConfigError. */
  addRedirectUris(addition: RedirectUris): void
}

export type WithServiceProviders = {
  /** Makes a service provider known, in place of an earlier one of the same name. Throws ConfigError. */
  addServiceProvider(addition: ServiceProviderConfig): void
}

/** A control as the HTTP routes see it. */
export type AnyControl = {
  switches(): object
  set(change: object): object
  reset(): object
  rotateKeys(): Promise<void>
  addRedirectUris?(addition: RedirectUris): void
  addServiceProvider?(addition: ServiceProviderConfig): void
}

/** Holds the switches of one provider. */
export function holdSwitches(): Pick<ProviderControl, 'switches' | 'set' | 'reset'> {
  return hold(usual, changeSwitches)
}

export function hold<Kept>(
  behaving: Kept,
  changed: (now: Kept, change: unknown) => Kept,
): Pick<Control<Kept>, 'switches' | 'set' | 'reset'> {
  let now = behaving
  return {
    switches: () => now,
    set: (change) => (now = changed(now, change)),
    reset: () => (now = behaving),
  }
}
