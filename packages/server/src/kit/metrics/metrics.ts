import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of this process, for Prometheus. Labels come from fixed lists, never from a request. */
export type Metrics = {
  request(of: { method: string; route: string; status: number; seconds: number }): void
  signIn(outcome: 'succeeded' | 'failed'): void
  token(outcome: 'issued' | 'refused'): void
  /** Certificates and secrets in effect by stage: days left, 0 for those that have expired; `early`: not valid yet. */
  expiring(counts: ReadonlyMap<string, number>): void
  /** Applications that people are sent to, by state; no entry: it is not known now. */
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

export type PoolState = {
  readonly total: number
  readonly idle: number
  readonly waiting: number
  readonly max: number
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
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
    signIn: (outcome) => signIns.inc({ outcome }),
    token: (outcome) => tokens.inc({ outcome }),
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
