import { sql } from 'kysely'

import type { Database } from '../kit/database/connect.ts'

/** A field whose name says that its value is secret; `secretSet` and the like only say whether there is one. */
const secretName = /(?:password|passphrase|secret|private_?key|recovery_?code|assertion|cookie)$/i
/** Hashes of keys and certificates, and the ids of tokens, have the length of a token. */
const hashName = /thumbprint|fingerprint|hash|sha256|tokenId/i
const publicPem = /-----BEGIN (PUBLIC KEY|CERTIFICATE)-----[^-]*-----END \1-----/g
const secretShapes = [
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
  // A JSON Web Token.
  /\beyJ[\w-]{8,}\.[\w-]{8,}\./,
  // 32 random bytes in base64url: sessions, setup URLs, grants.
  /(?<![\w-])[\w-]{43}(?![\w-])/,
]
const masked = /^(?:|\*+|•+|\[.*\]|set|not set)$/

/** Where a value of the audit log contains what looks like a secret: paths such as `after.config.clientSecret`. */
export function secretsIn(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => secretsIn(one, `${path}.${at}`))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => secretsIn(one, `${path}.${name}`))
  if (typeof value !== 'string') return []
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''
  if (secretName.test(name) && !masked.test(value)) return [path]
  const text = value.replaceAll(publicPem, '')
  return !hashName.test(name) && secretShapes.some((shape) => shape.test(text)) ? [path] : []
}

/** Throws if an audit row of any tenant contains what looks like a secret. */
export async function checkAuditSecrets({ owner }: Pick<Database, 'owner'>): Promise<void> {
  const { rows } = await sql<{ action: string; before: unknown; after: unknown; target: string; actor: string }>`
    select action, before, after, target_name as target, actor_name as actor from audit`.execute(owner)
  const found = rows.flatMap(({ action, ...row }) =>
    Object.entries(row).flatMap(([part, value]) => secretsIn(value, part).map((path) => `${action}: ${path}`)),
  )
  if (found.length > 0) throw new Error(`Audit rows contain secrets: ${[...new Set(found)].join(', ')}`)
}
