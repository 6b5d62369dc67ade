import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Why the checked-out commit cannot be released, one sentence each; empty where it can. */
export function obstacles(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' })
  const status = git('status', '--porcelain')
  return releaseObstacles({
    version,
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
    changed: status
      .split('\n')
      .filter(Boolean)
      .map((line) => line.slice(3)),
    tags: git('tag', '--points-at', 'HEAD').split('\n').filter(Boolean),
  })
}

/** The same from what was read: the version, the changelog, changed files, and the tags of the commit. */
export function releaseObstacles({ version, changelog, changed, tags }) {
  const found = []
  if (changed.length > 0) found.push(`The working tree has changes that are not committed: ${changed.join(', ')}.`)
  const [, named, date] = /^## (\S+), (\S+)$/m.exec(changelog) ?? []
  if (named !== version) found.push(`CHANGELOG.md begins with version ${named}, and package.json has ${version}.`)
  else if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) found.push(`CHANGELOG.md says “${date}” for ${version}. Write the date.`)
  if (!tags.includes(`v${version}`)) found.push(`The commit has no tag v${version}. Make it: git tag -s v${version}`)
  return found
}
