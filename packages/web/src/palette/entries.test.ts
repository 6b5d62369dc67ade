import { createWords, englishMessages, moduleRoutes } from '@portico/core'
import { expect, test } from 'vitest'

import { allEntries, matchingEntries, shownMax } from './entries.ts'

const application = (id: string, launchUrl: string | null) => ({
  id,
  label: `Application ${id}`,
  urn: `urn:x:${id}`,
  singleTenant: false,
  launchUrl,
  roles: [],
})
const entries = allEntries({
  words: createWords('en', englishMessages),
  origin: 'https://portal.example',
  user: {
    nickname: 'Ada',
    name: 'Ada O',
    tenantName: 'Acme',
    environmentName: 'Production',
    routes: [
      { id: 'HOME_ID', label: 'Home', path: '/portal' },
      { id: 'ADMIN_ID', label: 'Admin', path: '/portal/admin' },
    ],
  },
  modules: moduleRoutes(
    [{ id: 'm', label: 'Environment Management', url: '/portal/admin/environment-settings' }],
    'https://portal.example',
  ),
  environments: [
    { id: 'e1', name: 'Production', type: 'PROD', urn: 'urn:x:e1', readonly: true },
    { id: 'e2', name: 'Staging', type: 'TEST', urn: 'urn:x:e2', readonly: false },
  ],
  applications: [application('1', 'https://one.example/'), application('2', null), application('3', 'javascript:1')],
})
const labels = (text: string) => matchingEntries(entries, text).map((entry) => entry.label)

test('the admin tab stands as its modules, which are what it opens', () => {
  expect(labels('')).toContain('Environment Management')
  expect(labels('')).not.toContain('Admin')
})

test('nothing is created where nothing can be changed', () => {
  expect(labels('create')).toEqual(['Create service account in Staging'])
})

test('applications without a page, or with an unsafe address, are not offered', () => {
  expect(labels('application')).toEqual(['Application 1'])
})

test('every word typed counts, in the name and in the URN', () => {
  expect(labels('prod accounts')).toEqual(['Service Accounts in Production'])
  expect(labels('urn:x:1')).toEqual(['Application 1'])
  expect(labels('zzz')).toEqual([])
})

test('no more are drawn than a person reads', () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({
    id: String(index),
    kind: 'application' as const,
    label: `App ${index}`,
    urn: '',
    href: 'https://x.example/',
  }))
  expect(matchingEntries(many, 'app')).toHaveLength(shownMax)
})
