import type { Client } from '../../kit/http/client.ts'
import { beginSetup, readSetupUrl, type SetupUrl } from './contract.ts'

type Core = { readonly client: Pick<Client, 'call'> }
/** The sentence that says why a setup URL opens nothing. */
type Refused = { readonly problem: string }

/** Which tenant a setup URL sets up, before anything is exchanged: a link must not end the session of the person who follows it. */
export async function previewSetupUrl({ client }: Core, token: string): Promise<SetupUrl | Refused> {
  const outcome = await client.call(readSetupUrl, { body: { token } })
  return outcome.ok ? outcome.value : { problem: outcome.problem.errorMessage }
}

/** Exchanges the token of a setup URL for a session; undefined: it has begun. */
export async function openSetupUrl({ client }: Core, token: string): Promise<Refused | undefined> {
  const outcome = await client.call(beginSetup, { body: { token } })
  return outcome.ok ? undefined : { problem: outcome.problem.errorMessage }
}
