import { expect, test } from 'vitest'

import type { GroupUse } from './contract.ts'
import { usesByEnvironment } from './uses.ts'

const use = (label: string, environmentName?: string): GroupUse => ({
  id: `${environmentName}/${label}`,
  kind: environmentName === undefined ? 'portal-role' : 'application',
  role: '',
  label,
  ...(environmentName === undefined ? {} : { environmentId: `id-${environmentName}`, environmentName }),
})

test('the uses of a group are listed by environment, those in the portal first, each in the order of the answer', () => {
  const found = usesByEnvironment([
    use('Wiki', 'Staging'),
    use('Security Admin'),
    use('Vault', 'production'),
    use('Billing', 'Staging'),
  ])
  expect(found.map(({ name, uses }) => [name, uses.map(({ label }) => label)])).toEqual([
    [undefined, ['Security Admin']],
    ['production', ['Vault']],
    ['Staging', ['Wiki', 'Billing']],
  ])
  expect(found.map(({ id }) => id)).toEqual([undefined, 'id-production', 'id-Staging'])
})
