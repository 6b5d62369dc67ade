import { getSignIn, listSignIns, type SignInCheck, type SignInSummary } from '@portico/core/contract'

import { notFound } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { isUuid } from '../../kit/identifiers.ts'
import type { CheckLine } from '../../kit/checks/checks.ts'
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

  route(getSignIn, ['admin', 'support-reading'], async ({ tx, params }) => {
    const row = await findRecord(tx, params.code)
    if (row === undefined) throw notFound()
    const { errorID, finishedAt, address, requestID, user, lines } = row
    const record = { errorID, finishedAt: finishedAt?.toISOString() ?? null, address, requestID, user }
    return { value: { ...summaryOf(row), ...record, checks: lines.map(checkOf) } }
  }),
]

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
