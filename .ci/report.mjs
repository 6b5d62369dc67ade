// Reads the JSON reports of the test runs of `.ci/run`: `node .ci/report.mjs again FOLDER NAME` prints the test files to
// run again, `node .ci/report.mjs sum FOLDER` the result of all runs. NAME.json is the report of a run and
// NAME.again.json that of its second run. A test that passes only in the second run is named, to be added to accidents.txt;
// one that is listed there fails.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

/** More failed tests than these are a break and not an accident: nothing runs again. */
const mostTests = 3

const root = dirname(import.meta.dirname)

/** @typedef {{ file: string, test: string, message: string }} Failure */

/**
 * Failed tests of one report. A file that could not be loaded, or whose preparation failed, counts as one with an empty name.
 * @returns {Failure[]}
 */
function failuresOf(report) {
  return report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name: file, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (failed.length === 0) return [{ file, test: '', message: message ?? '' }]
      return failed.map(({ fullName, failureMessages }) => ({
        file,
        test: fullName,
        message: failureMessages[0] ?? '',
      }))
    })
}

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Files whose few failed tests deserve a second run; empty where too many failed. */
export function filesToRunAgain(report) {
  const failures = failuresOf(report)
  if (failures.length > mostTests) return []
  return [...new Set(failures.map(({ file }) => file))]
}

/** How a test is listed in accidents.txt; a file whose preparation failed without a test. */
export const entryOf = ({ file, test }) => [file.replace(`${root}/`, ''), ...(test === '' ? [] : [test])].join(' > ')

/**
 * The tests listed in a text such as accidents.txt.
 * @param {string} text
 */
export const listedIn = (text) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/**
 * All runs together. A test that failed and then passed in the second run counts as passed and is named in `accidents`,
 * unless it is `listed`: then it counts as failed.
 * @returns {{ passed: number, failed: (Failure & { run: string })[], accidents: (Failure & { run: string })[], runs: number }}
 *   `runs`: how many runs have a test that failed both times.
 */
export function summary(folder, listed = []) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.endsWith('.again.json'))
  const sum = { passed: 0, failed: [], accidents: [], runs: 0 }
  for (const name of names) {
    const run = name.replace(/\.json$/, '')
    const report = read(join(folder, name))
    const again = join(folder, `${run}.again.json`)
    const passedAgain = existsSync(again)
      ? read(again).testResults.flatMap(({ name: file, status: ofFile, assertionResults }) => [
          ...(ofFile === 'passed' ? [`${file} `] : []),
          ...assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => `${file} ${fullName}`),
        ])
      : []
    const failures = failuresOf(report).map((failure) => ({ run, ...failure }))
    const isAccident = ({ file, test }) => passedAgain.includes(`${file} ${test}`)
    const failed = failures.filter((failure) => !isAccident(failure))
    const accidents = failures.filter((failure) => isAccident(failure) && !listed.includes(entryOf(failure)))
    const repeated = failures.filter((failure) => isAccident(failure) && listed.includes(entryOf(failure)))
    sum.passed += report.numPassedTests + accidents.length
    sum.failed.push(...failed, ...repeated.map((one) => ({ ...one, message: `${onceMore}\n${one.message}` })))
    sum.accidents.push(...accidents)
    if (failed.length > 0) sum.runs += 1
  }
  return sum
}

const onceMore = 'It passed only when run again, as before (.ci/accidents.txt): mend it, and remove its line.'

/** The start of a message, without colours. */
const start = (text) => stripVTControlCharacters(text).split('\n').slice(0, 12).join('\n    ')

const print = (text) => process.stdout.write(`${text}\n`)

const line =
  (word) =>
  ({ run, file, test, message }) =>
    `${word} ${run} ${file}${test === '' ? '' : ` > ${test}`}\n    ${start(message)}`

function main([what, folder, name]) {
  if (what === 'again') return print(filesToRunAgain(read(join(folder, `${name}.json`))).join('\n'))
  const listed = listedIn(readFileSync(join(root, '.ci/accidents.txt'), 'utf8'))
  const { passed, failed, accidents, runs } = summary(folder, listed)
  for (const accident of accidents) print(line('PASSED ONLY WHEN RUN AGAIN')(accident))
  if (accidents.length > 0) print(['Add to .ci/accidents.txt:', ...new Set(accidents.map(entryOf))].join('\n'))
  for (const failure of failed) print(line('FAILED')(failure))
  // The last line is for the script: passed, failed, runs of which a step failed.
  print(`${passed} ${failed.length} ${runs}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
