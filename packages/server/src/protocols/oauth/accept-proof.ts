import type { Database } from '../../kit/database/connect.ts'
import { useProof } from './assertion-uses.ts'
import { checkProof, type Asked, type Proof } from './dpop.ts'

/**
 * Accepts a DPoP proof once (RFC 9449 sections 4.3 and 11.1): at the token endpoint and at every resource of this server, for the
 * tokens of service accounts and of people. Text: why it is refused, for the log.
 */
export async function acceptProof(database: Database, text: string, asked: Asked): Promise<Proof | string> {
  const proof = checkProof(text, asked)
  if (typeof proof === 'string') return proof
  return (await useProof(database, proof)) ? proof : 'the proof was used before'
}
