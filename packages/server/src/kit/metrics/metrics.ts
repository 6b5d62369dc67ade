import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { waitQueues, type WaitQueue } from '../database/connect.ts'

/** The metrics of this process, for Prometheus. Labels come from fixed lists, never from a request. */
export type Metrics = {
  request(of: { method: string; route: string; status: number; seconds: number }): void
  signIn(outcome: 'succeeded' | SignInFailure): void
  token(outcome: 'issued' | 'refused'): void
  /** A SCIM request with a valid token. */
  scimRequest(outcome: 'succeeded' | 'failed'): void
  /** How long a transaction waited for its place among those of its tenant, or for a connection of the pool. */
  databaseWait(queue: WaitQueue, seconds: number): void
  /** Announces work that repeats; the function counts its turns. The label is not `job`, which Prometheus gives to the target. */
  backgroundWork(job: string, everyMs: number): (outcome: 'succeeded' | 'failed') => void
  /** `isReady` is asked at each reading. */
  readiness(isReady: () => Promise<boolean>): void
  /** Webhooks of all tenants, by state; empty: unknown. */
  webhooks(counts: readonly WebhookCount[]): void
  /** Audit rows of all tenants without a seal; undefined: unknown. */
  unsealed(counts: UnsealedCount | undefined): void
  /** Certificates and secrets in effect by stage: days left, 0 for those that have expired; `early`: not valid yet. */
  expiring(counts: ReadonlyMap<string, number>): void
  /** Applications that people are sent to, by state; empty: unknown. */
  provisioning(counts: readonly ProvisioningCount[]): void
  /** Whether this process seals the audit log, and the tenants at which something is wrong (audit-trail/alarms.ts). */
  audit(state: { isSealing: boolean; refused?: number; waiting?: number }): void
  /** The text of the exposition format 0.0.4, and its content type. */
  read(): Promise<{ readonly text: string; readonly type: string }>
}

export type ProvisioningCount = {
  readonly state: string
  readonly connections: number
  /** People and groups that the applications have not got as they should be. */
  readonly behind: number
  /** The longest time since one of them that is behind took something over; null: none is. */
  readonly secsSinceSuccess: number | null
}

export type SignInFailure = {
  /** The id that the person sees. */
  readonly error: string
  /** Which check failed; undefined: none was running. */
  readonly check: string | undefined
}

export type WebhookCount = {
  readonly state: string
  readonly webhooks: number
  /** Audit rows that are not sent or passed over. */
  readonly backlog: number
  /** How long the oldest of them has waited. */
  readonly oldestSecs: number
}

export type UnsealedCount = { readonly rows: number; readonly oldestSecs: number }

export type PoolState = {
  readonly total: number
  readonly idle: number
  readonly waiting: number
  readonly max: number
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const waitBuckets = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5]
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

type MetricsOptions = {
  /** Also processor time, memory, garbage collection and event loop delay; they are watched from then on. */
  readonly process?: boolean
  /** Of the installation. */
  readonly version?: string
}

export function createMetrics(pool: () => PoolState, { process = false, version }: MetricsOptions = {}): Metrics {
  const registers = [new Registry()]
  const [register = new Registry()] = registers
  if (process) collectDefaultMetrics({ register })
  if (version !== undefined) {
    const build = { name: 'portico_build_info', help: 'Always 1; the version of the server, with its commit if known.' }
    new Gauge({ ...build, labelNames: ['version'], registers }).set({ version }, 1)
  }
  const labelNames = ['method', 'route', 'status'] as const
  const requests = new Counter({
    name: 'portico_http_requests_total',
    help: 'Requests answered.',
    labelNames,
    registers,
  })
  const durations = new Histogram({
    name: 'portico_http_request_duration_seconds',
    help: 'Time from the request to its answer.',
    labelNames: ['method', 'route'] as const,
    buckets: durationBuckets,
    registers,
  })
  const counter = <Label extends string>(name: string, help: string, label: Label) =>
    new Counter({ name, help, labelNames: [label], registers })
  const signIns = counter('portico_sign_ins_total', 'Sign-ins of people that ended, by outcome.', 'outcome')
  const tokens = counter('portico_tokens_total', 'Requests for access tokens, by outcome.', 'outcome')
  for (const outcome of ['succeeded', 'failed']) signIns.inc({ outcome }, 0)
  const failures = new Counter({
    name: 'portico_sign_in_failures_total',
    help: 'Sign-ins of people that failed, by the check that failed (none: before the first) and the id of the error.',
    labelNames: ['check', 'error'] as const,
    registers,
  })
  const scimRequests = counter(
    'portico_scim_requests_total',
    'SCIM requests with a valid token, by outcome.',
    'outcome',
  )
  for (const outcome of ['succeeded', 'failed']) scimRequests.inc({ outcome }, 0)
  for (const outcome of ['issued', 'refused']) tokens.inc({ outcome }, 0)
  new Gauge({
    name: 'portico_database_connections',
    help: 'Connections of the pool, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const [state, value] of Object.entries(pool())) this.set({ state }, value)
    },
  })
  const waits = new Histogram({
    name: 'portico_database_wait_seconds',
    help: 'Time that transactions waited for a connection: for the share of their tenant, then for the pool.',
    labelNames: ['queue'] as const,
    buckets: waitBuckets,
    registers,
  })
  for (const queue of waitQueues) waits.zero({ queue })
  const jobGauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['work'] as const, registers })
  const jobs = {
    turns: new Counter({
      name: 'portico_background_work_turns_total',
      help: 'Turns of background work, by outcome.',
      labelNames: ['work', 'outcome'] as const,
      registers,
    }),
    intervals: jobGauge('portico_background_work_interval_seconds', 'How often the work is due.'),
    lastSuccess: jobGauge(
      'portico_background_work_last_success_timestamp_seconds',
      'When the last turn succeeded; before the first, when the process began.',
    ),
  }
  let isReady: (() => Promise<boolean>) | undefined
  const ready = new Gauge({
    name: 'portico_ready',
    help: '1: /readyz answers 200. 0: the database does not answer or accepts no changes, or the process is stopping.',
    registers,
    async collect() {
      ready.set((await isReady?.()) === true ? 1 : 0)
    },
  })
  const expiring = new Gauge({
    name: 'portico_expiring_credentials',
    help: 'Certificates and application secrets of enabled identity providers, certificates of service account keys, and active SCIM tokens, that expire within so many days (0: expired), or are not valid yet (early).',
    labelNames: ['within_days'] as const,
    registers,
  })
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['state'] as const, registers })
  const provisioning = {
    connections: gauge('portico_provisioning_connections', 'Applications that people are sent to by SCIM.'),
    behind: gauge(
      'portico_provisioning_behind',
      'People and groups that applications have not got as they should be; at most 10,000 are counted for each application.',
    ),
    secsSinceSuccess: gauge(
      'portico_provisioning_seconds_since_success',
      'Longest time since an application that is behind took something over; 0: none is behind.',
    ),
  }
  const webhooks = {
    webhooks: gauge('portico_webhooks', 'Webhooks of tenants that are active.'),
    backlog: gauge(
      'portico_webhook_backlog',
      'Audit rows that webhooks have not sent or passed over; at most 1,000 are counted for each webhook.',
    ),
    oldestSecs: gauge('portico_webhook_oldest_seconds', 'How long the oldest of these rows has waited; 0: none waits.'),
  }
  const unsealed = {
    rows: new Gauge({
      name: 'portico_audit_unsealed_rows',
      help: 'Audit rows without a seal; at most 1,000 are counted for each tenant.',
      registers,
    }),
    oldestSecs: new Gauge({
      name: 'portico_audit_unsealed_oldest_seconds',
      help: 'How long the oldest of these rows has waited for its seal; 0: none waits.',
      registers,
    }),
  }
  for (const one of Object.values(unsealed)) one.remove()
  const sealing = new Gauge({
    name: 'portico_audit_sealing',
    help: '1: this process seals the audit log. 0: it has no key or no memory of the seals.',
    registers,
  })
  const alarms = gauge(
    'portico_audit_alarms',
    'Tenants whose audit log this process refuses to seal, or whose rows wait for their seal for more than an hour.',
  )
  return {
    request({ method, route, status, seconds }) {
      const known = methods.has(method) ? method : 'other'
      requests.inc({ method: known, route, status: String(status) })
      durations.observe({ method: known, route }, seconds)
    },
    signIn(outcome) {
      if (outcome === 'succeeded') return signIns.inc({ outcome })
      signIns.inc({ outcome: 'failed' })
      failures.inc({ check: outcome.check ?? 'none', error: outcome.error })
    },
    token: (outcome) => tokens.inc({ outcome }),
    scimRequest: (outcome) => scimRequests.inc({ outcome }),
    databaseWait: (queue, seconds) => waits.observe({ queue }, seconds),
    backgroundWork(job, everyMs) {
      for (const outcome of ['succeeded', 'failed']) jobs.turns.inc({ work: job, outcome }, 0)
      jobs.intervals.set({ work: job }, everyMs / 1000)
      jobs.lastSuccess.setToCurrentTime({ work: job })
      return (outcome) => {
        jobs.turns.inc({ work: job, outcome })
        if (outcome === 'succeeded') jobs.lastSuccess.setToCurrentTime({ work: job })
      }
    },
    readiness(asked) {
      isReady = asked
    },
    webhooks(counts) {
      for (const one of Object.values(webhooks)) one.reset()
      for (const { state, ...values } of counts)
        for (const [name, value] of Object.entries(values)) webhooks[name as keyof typeof values].set({ state }, value)
    },
    unsealed(counts) {
      for (const one of Object.values(unsealed)) one.remove()
      if (counts === undefined) return
      unsealed.rows.set(counts.rows)
      unsealed.oldestSecs.set(counts.oldestSecs)
    },
    expiring(counts) {
      for (const [stage, count] of counts) expiring.set({ within_days: stage }, count)
    },
    provisioning(counts) {
      for (const one of Object.values(provisioning)) one.reset()
      for (const { state, connections, behind, secsSinceSuccess } of counts) {
        provisioning.connections.set({ state }, connections)
        provisioning.behind.set({ state }, behind)
        provisioning.secsSinceSuccess.set({ state }, secsSinceSuccess ?? 0)
      }
    },
    audit({ isSealing, refused = 0, waiting = 0 }) {
      sealing.set(isSealing ? 1 : 0)
      alarms.set({ state: 'refused' }, refused)
      alarms.set({ state: 'waiting' }, waiting)
    },
    read: async () => ({ text: await register.metrics(), type: register.contentType }),
  }
}
