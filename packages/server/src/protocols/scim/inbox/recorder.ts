import type { ScimChange, ScimDialect } from '@portico/core/contract'

import type { AuditEntry } from '../../../kit/audit-trail/record.ts'
import type { ScimRequestRow } from '../../../kit/database/tables.ts'
import type { Deps } from '../../../kit/http/deps.ts'
import { uuidv7 } from '../../../kit/identifiers.ts'
import type { ScimSender } from '../../../people/scim-tokens/sender.ts'
import { dialectOf } from './dialect.ts'
import { redactedBody, redactedQuery } from './redact.ts'
import { redactedPath } from './redact-filter.ts'
import { storableText } from './shown-text.ts'

/** A request that was answered. */
export type Answered = {
  readonly sender: Omit<ScimSender, 'tokenHash'>
  readonly requestId: string
  readonly nowMs: number
  readonly tookMs: number
  readonly method: string
  /** After the base URL. */
  readonly path: string
  readonly query: URLSearchParams
  readonly userAgent: string
  readonly body: unknown
  readonly status: number
  /** What was written to the audit log, and stays: empty for a request that was refused. */
  readonly audited: readonly AuditEntry[]
  /** Names of unknown attributes, at most 100; empty for a request that was refused. */
  readonly ignored: readonly string[]
  /** What was wrong. */
  readonly detail: string | undefined
  /** Members whom it named, and whom the directory never sent. */
  readonly unknownMembers: readonly string[]
}

/** Requests of one provider in a day that a process keeps: a directory in a loop must not fill the database. */
const keptOfDayDefault = 100_000
const dayMs = 86_400_000
/** Tokens and providers that a process remembers. */
const remembered = 10_000

/** Keeps and counts what directories send, for the Inbox. The function returns at once and never throws. */
export function createScimRecorder(
  { scimRequests, log, metrics }: Pick<Deps, 'scimRequests' | 'log' | 'metrics'>,
  { keptOfDayMax = keptOfDayDefault } = {},
): (one: Answered) => void {
  const dialects = new Map<string, ScimDialect>()
  const keptOfDay = new Map<string, { readonly day: number; count: number }>()

  /** Whether one more may be kept today. */
  function takes(providerId: string, nowMs: number): boolean {
    const day = Math.floor(nowMs / dayMs)
    let kept = keptOfDay.get(providerId)
    if (kept?.day !== day) {
      if (keptOfDay.size >= remembered) keptOfDay.clear()
      keptOfDay.set(providerId, (kept = { day, count: 0 }))
    }
    kept.count += 1
    if (kept.count === keptOfDayMax + 1)
      log.warn({ providerId, keptOfDayMax }, 'no more SCIM requests of this identity provider are kept today')
    return kept.count <= keptOfDayMax
  }

  function spoken(answered: Answered): ScimDialect {
    const { tokenId } = answered.sender
    const shown = dialectOf(answered)
    if (shown === undefined) return dialects.get(tokenId) ?? 'standard'
    if (dialects.size >= remembered) dialects.clear()
    dialects.set(tokenId, shown)
    return shown
  }

  return (answered) => {
    metrics?.scimRequest(answered.status < 400 ? 'succeeded' : 'failed')
    try {
      const { sender, nowMs } = answered
      const dialect = spoken(answered)
      const kept = takes(sender.providerId, nowMs)
      scimRequests.add(sender.tenantId, kept ? rowOf(answered, dialect) : countedOf(answered, dialect))
    } catch (error) {
      log.warn({ err: error }, 'a SCIM request was not kept for the Inbox')
    }
  }
}

function rowOf(answered: Answered, dialect: ScimDialect): ScimRequestRow {
  const { sender, nowMs, audited, detail } = answered
  return {
    identity_provider_id: sender.providerId,
    id: uuidv7(nowMs),
    at: new Date(nowMs).toISOString(),
    method: answered.method,
    path: storableText(answered.path),
    query: ((query) => query && storableText(query))(redactedQuery(answered.query)),
    body: storableJson(redactedBody(answered.body)),
    status: answered.status,
    took_ms: Math.round(answered.tookMs),
    dialect,
    dry_run: sender.dryRun,
    token_name: sender.name,
    token_beginning: sender.beginning,
    request_id: answered.requestId,
    changes: storableJson(audited.map(changeOf)) as ScimChange[],
    detail: detail === undefined ? null : storableText(detail),
    ignored: answered.ignored.map((name) => storableText(redactedPath(name))),
    unknown_members: answered.unknownMembers.map((id) => storableText(id)),
    kept: true,
  }
}

/** Without what was sent, which is not kept. */
function countedOf(answered: Answered, dialect: ScimDialect): ScimRequestRow {
  const bare = { ...answered, body: undefined, query: new URLSearchParams(), ignored: [], unknownMembers: [] }
  return { ...rowOf(bare, dialect), kept: false }
}

function changeOf({ action, target, after, before }: AuditEntry): ScimChange {
  const {
    changed = [],
    addedCount = 0,
    removedCount = 0,
  } = (after ?? {}) as {
    readonly changed?: readonly string[]
    readonly addedCount?: number
    readonly removedCount?: number
  }
  const { memberCount = 0 } = (before ?? {}) as { readonly memberCount?: number }
  return { action, target, attributes: [...changed], added: addedCount, removed: removedCount + memberCount }
}

/** JSON all of whose texts can be stored. Its keys are names. */
function storableJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, one: unknown) => (typeof one === 'string' ? storableText(one) : one))
}
