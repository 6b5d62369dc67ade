import type { Call } from '../../kit/http/route.ts'
import type { SamlProvider } from '../../providers/identity-providers/queries.ts'
import type { LogoutMessage } from '../../protocols/saml/index.ts'
import type { Recording } from '../records/recording.ts'

/** One logout message of a provider, and what it is answered with. */
export type LogoutWork = {
  readonly call: Pick<Call<never>, 'deps' | 'requestId' | 'address'>
  readonly provider: SamlProvider
  readonly message: LogoutMessage
  readonly recording: Recording
}
