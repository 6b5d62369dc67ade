import type { Incoming } from './incoming.ts'
import type { NameId } from './person.ts'
import type { ServiceProvider } from './service-provider.ts'

/** A logout that goes from one service provider to the next, and at last back to where it began. */
export type LogoutRun = {
  sessionIndex: string
  left: { serviceProvider: ServiceProvider; nameId: NameId }[]
  /** Who asked; undefined: the person, on the provider's own page. */
  askedBy:
    | (Pick<Incoming, 'binding' | 'relayState'> & { serviceProvider: ServiceProvider; requestId: string })
    | undefined
  /** Whether a party could not be notified. */
  partial: boolean
}
