import { expect, it } from 'vitest'

import { providersUnderTest } from '../../../app/tui/testing/providers-under-test.ts'

const openUnderTest = providersUnderTest()

it('warns that there are no recovery codes below who administers the portal', async () => {
  const under = await openUnderTest()
  const { app } = under
  await under.addProvider('Acme', ['acme.example'])
  app.go({ view: 'portal-roles' })
  await app.work.settled()
  expect(app.state.getState().view.spoken().slice(-2)).toEqual([
    'Recovery codes',
    'There are no recovery codes. If the identity provider fails, only the operator of the server can help.',
  ])
})
