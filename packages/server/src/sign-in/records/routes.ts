import {
  familyOf,
  findings,
  getSignIn,
  listSignIns,
  type Evidence,
  type FindingId,
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
import { findSentence, say } from '../../kit/words/say.ts'

const rowsDefault = 50
const rowsMax = 200

export const signInRecordRoutes = [
  route(listSignIns, ['admin', 'support-reading'], async ({ tx, query }) => {
    const limit = Math.min(Math.max(Number(query.limit ?? rowsDefault), 1), rowsMax)
    const { search, outcome, idp, since, until, cursor } = query
    // An unknown provider, or one of another tenant, has no sign-ins here.
    if (idp !== undefined && !isUuid(idp)) return { value: { signIns: [], next: null } }
    const filter = { search: search?.trim(), outcome, identityProviderId: idp, since, until }
    const page = await listRecords(tx, filter, { limit, cursor })
    return { value: { signIns: page.rows.map(summaryOf), next: page.next } }
  }),

  route(getSignIn, ['admin', 'support-reading'], async ({ tx, params, deps }) => {
    const row = await findRecord(tx, params.code)
    if (row === undefined) throw notFound()
    const { errorID, finishedAt, address, requestID, user, lines } = row
    const record = { errorID, finishedAt: finishedAt?.toISOString() ?? null, address, requestID, user }
    const shown = [...lines, ...awaited(row, tx.tenantId, deps)]
    const application = applicationOf(row)
    return { value: { ...summaryOf(row), ...record, checks: shown.map((line) => checkOf(line, application)) } }
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
function failureOf(row: SignInRow): string | null {
  const { outcome, lines, errorID } = row
  if (outcome !== 'failed') return null
  const failed = lines.findLast((line) => line.outcome === 'failed')
  return (
    (failed && messageOf(failed, applicationOf(row))) ?? (errorID === null ? null : (findSentence(errorID) ?? errorID))
  )
}

/** The application whose request was refused; null: it is not known, undefined: the record is about something else. */
function applicationOf({ purpose, lines }: SignInRow): string | null | undefined {
  if (purpose !== 'application') return undefined
  const application = lines.find(({ check }) => check === 'application')?.evidence['application']
  return typeof application === 'string' ? application : null
}

/** A check with its sentences, as the API shows it. */
export function checkOf(line: CheckLine, application?: string | null): SignInCheck {
  const { check, outcome, finding = null, evidence } = line
  return {
    check,
    title: findSentence(`check.${check}`) ?? check,
    outcome,
    finding,
    message: messageOf(line, application),
    todo: finding === null ? null : todoOf(finding, evidence, application),
    evidence,
  }
}

/** The findings of SAML messages name a provider. In the message of an application they name the application instead. */
const isOther = (finding: FindingId, application: string | null | undefined) =>
  application !== undefined && !finding.startsWith('application-')

function todoOf(finding: FindingId, evidence: Evidence, application: string | null | undefined): string | null {
  if (!isOther(finding, application)) return findSentence(`finding.${finding}.todo`, evidence) ?? null
  return findSentence(`application-todo.${finding}`, evidence) ?? say('application-todo.other')
}

function messageOf({ finding, evidence }: CheckLine, application: string | null | undefined): string | null {
  if (finding === undefined) return typeof evidence['error'] === 'string' ? evidence['error'] : null
  const usual = findSentence(`finding.${finding}`, evidence) ?? finding
  if (!isOther(finding, application)) return usual
  const message = findSentence(`application-finding.${finding}`, evidence) ?? usual
  return typeof application === 'string' ? say('application-message', { application, message }) : message
}
