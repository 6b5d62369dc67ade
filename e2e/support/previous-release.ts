import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { makeArchives } from './production-place.ts'
import { runProcess } from './run-process.ts'

/**
 * Makes archives of the commit before this one, from its sources, and says what they are. In a clone without that commit, or if it is
 * older than the production guide, they are `current` ones, made of this commit, with another version.
 */
export async function makePreviousArchives(
  root: string,
  folder: string,
  { current, out }: { readonly current: string; readonly out: string },
): Promise<string> {
  mkdirSync(out)
  const commit = before(root)
  if (commit === undefined) return withOtherVersion(folder, current, out)
  const sources = join(folder, 'previous')
  mkdirSync(sources)
  execFileSync('git', ['-C', root, 'archive', '--output', `${sources}.tar`, commit])
  execFileSync('tar', ['-xf', `${sources}.tar`, '-C', sources])
  // The packages of npm are those of this commit; what builds note there must not be shared.
  const packages = ['-c', 'cp -al "$0" "$1" 2>/dev/null || cp -a "$0" "$1"', join(root, 'node_modules')]
  execFileSync('sh', [...packages, join(sources, 'node_modules')])
  rmSync(join(sources, 'node_modules', '.cache'), { recursive: true, force: true })
  const built = await runProcess(['node', 'scripts/build.mjs', '--force'], { cwd: sources, timeoutMs: 280_000 })
  if (built.code !== 0) throw new Error(`The commit ${commit} cannot be built.\n${built.stderr}`)
  await makeArchives(sources, out)
  return `the previous commit, ${commit.slice(0, 12)}`
}

function before(root: string): string | undefined {
  try {
    const git = (...words: string[]) => execFileSync('git', ['-C', root, ...words], { encoding: 'utf8', stdio: 'pipe' })
    git('cat-file', '-e', 'HEAD~1:deploy/systemd/portico-operator')
    return git('rev-parse', 'HEAD~1').trim()
  } catch {
    return undefined
  }
}

function withOtherVersion(folder: string, current: string, out: string): string {
  const sums: string[] = []
  for (const file of readdirSync(current).filter((name) => name.endsWith('.tgz'))) {
    const stage = join(folder, `stage-${file}`)
    mkdirSync(stage)
    execFileSync('tar', ['-xzf', join(current, file), '-C', stage])
    const manifest = join(stage, 'package', 'package.json')
    const fields = JSON.parse(readFileSync(manifest, 'utf8')) as object
    writeFileSync(manifest, JSON.stringify({ ...fields, version: '0.0.1', gitHead: undefined }))
    execFileSync('tar', ['-czf', join(out, file), '-C', stage, 'package'])
    sums.push(
      `${createHash('sha256')
        .update(readFileSync(join(out, file)))
        .digest('hex')}  ${file}\n`,
    )
  }
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
  return 'this commit with another version, because the one before it is not in this clone'
}
