import type { AzureProvider } from '../queries.ts'
import { found, type Found } from './finding.ts'

const dayMs = 86_400_000

/** From how many days before an end it is worth telling, and how urgently. */
export function urgency(daysLeft: number): Found['severity'] | undefined {
  if (daysLeft <= 7) return 'error'
  if (daysLeft <= 30) return 'warning'
  return daysLeft <= 60 ? 'note' : undefined
}

/** What a directory's configuration says by itself: the days of its secrets. */
export function lintAzure({ config, secrets }: AzureProvider, nowMs: number): Found[] {
  const findings = [...secretDays('applicationSecretEndsOn', config.applicationSecretEndsOn, nowMs)]
  // A next secret that outlasts the present one is what the warning asks for.
  const next = secrets.nextApplicationSecret === undefined ? undefined : config.nextApplicationSecretEndsOn
  const covered = next !== undefined && secretDays('', next, nowMs).length === 0
  const hasNext = secrets.nextApplicationSecret !== undefined
  return [
    ...(covered ? [] : findings),
    ...(hasNext && !covered ? secretDays('nextApplicationSecretEndsOn', next, nowMs) : []),
    ...(config.groupNameStartsWith === undefined ? [] : [found('note', 'filter-needs-graph', 'groupNameStartsWith')]),
  ]
}

function secretDays(field: string, day: string | undefined, nowMs: number): Found[] {
  if (day === undefined) return [found('note', 'application-secret-no-days', field)]
  // The secret expires at some hour of that day; the last complete day is the one before.
  const days = Math.floor((Date.parse(day) - nowMs) / dayMs)
  if (days < 0) return [found('error', 'application-secret-over', field, { day })]
  const severity = urgency(days)
  return severity === undefined ? [] : [found(severity, 'application-secret-ends', field, { day, days })]
}
