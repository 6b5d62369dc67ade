import { clientMessages, createProvisioningEditor, noProvisioning, type Provisioning } from '@portico/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { draw } from '../../kit/ui/testing/draw.tsx'
import { ProgressSection } from './progress-section.tsx'

const sending: Provisioning = {
  ...noProvisioning,
  config: {
    url: 'https://billing.example/scim',
    sendGroups: true,
    anyEmail: false,
    removal: 'deactivate',
    enabled: true,
  },
  people: 3,
  behind: 3,
  comparedAt: '2026-01-31T10:00:00Z',
}
const environment = { id: 'env', name: 'Production', type: 'PROD', urn: 'urn:env', readonly: false }
const application = { id: 'app', label: 'Billing', urn: 'urn:app' } as Parameters<
  typeof ProgressSection
>[0]['application']

const show = (stored: Provisioning) =>
  draw((core) => {
    core.branding.learn(clientMessages)
    const editor = createProvisioningEditor(core, { environment, application })
    return <ProgressSection editor={editor} stored={stored} environment={environment} application={application} />
  })
const state = () => page.getByRole('definition').first()

test('an application that refuses everything is failing and not on, with what it answered and what to check', async () => {
  const lastFailure = { kind: 'status', status: 404, detail: 'no such path' } as const
  await show({ ...sending, refusedKind: 'person', lastFailure })
  await expect.element(state()).toHaveTextContent(/^Failing People do not arrive: .* Check the base URL/)
  await expect.element(page.getByText('The application answered with status 404: no such path')).toBeVisible()
})

test('one that accepts what is sent is on', async () => {
  await show(sending)
  await expect.element(state()).toHaveTextContent(/^On$/)
})
