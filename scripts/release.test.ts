import { expect, test } from 'vitest'

import { isAllowed, licenceReport } from './licence-report.mjs'
import { releaseObstacles } from './release-obstacles.mjs'

const ready = { version: '1.2.3', changelog: '# Changelog\n\n## 1.2.3, 2027-01-31\n', changed: [], tags: ['v1.2.3'] }

test('a clean and tagged commit whose changelog has the version and its date can be released', () => {
  expect(releaseObstacles(ready)).toEqual([])
})

test.each([
  ['uncommitted changes', { changed: ['README.md'] }, /not committed: README\.md/],
  ['another version in the changelog', { changelog: '## 1.2.2, 2027-01-01\n' }, /begins with version 1\.2\.2/],
  ['no date', { changelog: '## 1.2.3, unreleased\n' }, /says “unreleased” for 1\.2\.3/],
  ['no tag', { tags: ['v1.2.2'] }, /no tag v1\.2\.3/],
])('%s prevents a release', (_, change, reason) => {
  expect(releaseObstacles({ ...ready, ...change })).toEqual([expect.stringMatching(reason)])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['none', false],
])('the licence %s is allowed: %s', (licence, expected) => {
  expect(isAllowed(licence)).toBe(expected)
})

test('the report counts licences and lists the packages of each archive', () => {
  const packages = {
    'node_modules/a': { version: '1.0.0', license: 'MIT' },
    'node_modules/b/node_modules/@c/d': { version: '2.0.0', license: 'ISC' },
  }
  const contents = [
    { name: 'one', folders: ['node_modules/a'] },
    { name: 'two', folders: ['node_modules/a', 'node_modules/b/node_modules/@c/d'] },
  ]
  const report = licenceReport({ version: '1.2.3', contents, packages })
  expect(report).toContain('| Licence | Packages |\n| --- | --- |\n| ISC | 1 |\n| MIT | 1 |')
  expect(report).toContain(
    '## two\n\n| Package | Version | Licence |\n| --- | --- | --- |\n| a | 1.0.0 | MIT |\n| @c/d | 2.0.0 | ISC |',
  )
  const unknown = { ...packages, 'node_modules/a': { version: '1.0.0' } }
  expect(() => licenceReport({ version: '1.2.3', contents, packages: unknown })).toThrow('a 1.0.0 has the licence none')
})
