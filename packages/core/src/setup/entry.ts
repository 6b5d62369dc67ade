import type { Client } from '../http/client.ts'
import { beginSetup } from './contract.ts'

/**
 * Exchanges the token of a setup URL for a session. Returns where the setup continues, or the sentence that says why it
 * does not.
 */
export async function openSetupUrl(
  { client }: { readonly client: Pick<Client, 'call'> },
  token: string,
): Promise<{ readonly path: string } | { readonly problem: string }> {
  const outcome = await client.call(beginSetup, { body: { token } })
  return outcome.ok ? { path: outcome.value.redirectUrl } : { problem: outcome.problem.errorMessage }
}
