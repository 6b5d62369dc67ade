import {
  familyOf,
  findings,
  getSignIn,
  listSignIns,
  type IdentityProviderType,
  type SignInCheck,
  type SignInSummary,
} from '@portico/core/contract'

import type { Deps } from '../../kit/http/deps.ts'
import { notFound } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { isUuid } from '../../kit/identifiers.ts'
import type { CheckLine } from '../../kit/checks/checks.ts'
import { redirectUri } from '../addresses/oidc.ts'
import { samlAddresses } from '../addresses/saml.ts'
import { findRecord, listRecords, type SignInRow } from './queries.ts'
import { findSentence } from '../../kit/words/say.ts'

const rowsDefault = 50
const rowsMax = 200

export const signInRecordRoutes = [
  route(listSignIns, ['admin', 'support-reading'], async ({ tx, query }) => {
    const limit = Math.min(Math.max(Number(query.limit ?? rowsDefault), 1), rowsMax)
    const { search, outcome, idp, cursor } = query
    // An unknown provider, or one of another tenant, has no sign-ins here.
    if (idp !== undefined && !isUuid(idp)) return { value: { signIns: [], next: null } }
    const filter = { search: search?.trim(), outcome, identityProviderId: idp }
    const page = await listRecords(tx, filter, { limit, cursor })
    return { value: { signIns: page.rows.map(summaryOf), next: page.next } }
  }),

  route(getSignIn, ['admin', 'support-reading'], async ({ tx, params, deps }) => {
    const row = await findRecord(tx, params.code)
    if (row === undefined) throw notFound()
    const { errorID, finishedAt, address, requestID, user, lines } = row
    const record = { errorID, finishedAt: finishedAt?.toISOString() ?? null, address, requestID, user }
    return {
      value: { ...summaryOf(row), ...record, checks: [...lines, ...awaited(row, tx.tenantId, deps)].map(checkOf) },
    }
  }),
]

/**
 * What an attempt waits for at its provider. A provider where our address is not registered shows its own page and sends nothing, so that
 * no other check can name it.
 */
function awaited({ outcome, provider }: SignInRow, tenantId: string, { settings: { baseUrl } }: Deps): CheckLine[] {
  if (outcome !== 'open' || provider === null) return []
  const family = familyOf(provider.type as IdentityProviderType)
  const { acsUrl, entityId } = samlAddresses(baseUrl, { tenantId, id: provider.id })
  const [finding, evidence] =
    family === 'saml'
      ? (['saml-answer-awaited', { address: acsUrl, entityId }] as const)
      : (['answer-awaited', { address: redirectUri(baseUrl, provider.id) }] as const)
  return [{ check: findings[finding].check, outcome: 'warning', finding, evidence }]
}

/** An attempt as lists show it. */
export function summaryOf(row: SignInRow): SignInSummary {
  const { code, purpose, outcome, username, provider } = row
  return { code, at: row.startedAt.toISOString(), purpose, outcome, username, provider, failure: failureOf(row) }
}

/** The text of the failed check; without one, the message that the person saw. */
function failureOf({ outcome, lines, errorID }: SignInRow): string | null {
  if (outcome !== 'failed') return null
  const failed = lines.findLast((line) => line.outcome === 'failed')
  return (failed && messageOf(failed)) ?? (errorID === null ? null : (findSentence(errorID) ?? errorID))
}

/** A check with its sentences, as the API shows it. */
export function checkOf(line: CheckLine): SignInCheck {
  const { check, outcome, finding = null, evidence } = line
  return {
    check,
    title: findSentence(`check.${check}`) ?? check,
    outcome,
    finding,
    message: messageOf(line),
    todo: finding === null ? null : (findSentence(`finding.${finding}.todo`, evidence) ?? null),
    evidence,
  }
}

function messageOf({ finding, evidence }: CheckLine): string | null {
  if (finding !== undefined) return findSentence(`finding.${finding}`, evidence) ?? finding
  const { error } = evidence
  return typeof error === 'string' ? error : null
}
