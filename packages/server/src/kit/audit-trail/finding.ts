import type { AuditFinding } from '@portico/core/contract'

import { say } from '../words/say.ts'

export type Finding = AuditFinding

/** What a verification found, with its sentence. `seal`: the number of the seal that it concerns. */
export function finding(
  kind: Finding['kind'],
  seal: number | null,
  about: { readonly row?: string } & Readonly<Record<string, string | number>> = {},
): Finding {
  const { row = null } = about
  return { kind, seal, row, message: say(`audit.found.${kind}`, { seal: String(seal), ...about }) }
}
