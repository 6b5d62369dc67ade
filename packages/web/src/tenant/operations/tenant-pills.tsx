import { expiringDays, healthOf, supportOf, type OperatedTenant, type TenantHealth } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Pill } from '../../kit/ui/pill.tsx'

const tones: Readonly<Record<TenantHealth, 'plain' | 'accent' | 'warning' | 'danger'>> = {
  'no-provider': 'warning',
  'no-primary': 'danger',
  failing: 'danger',
  expired: 'danger',
  expiring: 'warning',
  unused: 'plain',
  working: 'accent',
}

/** How the sign-in of a tenant fares. */
export function HealthPill({ tenant }: { readonly tenant: OperatedTenant }) {
  const health = healthOf(tenant)
  return <Pill tone={tones[health]}>{useWords().say(`operations.health.${health}`, { days: expiringDays })}</Pill>
}

/** The exception is marked; an active tenant has no mark. */
export function DeactivatedPill() {
  return <Pill tone="danger">{useWords().say('operations.state.deactivated')}</Pill>
}

/** What the tenant allows people of the vendor. */
export function SupportText({ tenant }: { readonly tenant: OperatedTenant }) {
  const words = useWords()
  return <>{words.say(tenant.vendor ? 'operations.vendor' : `operations.support.${supportOf(tenant)}`)}</>
}
