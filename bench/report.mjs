/**
 * One figure: `value` in `unit`, the floor it is compared with, and their ratio. A target applies to the
 * ratio, or to the value when there is no floor; `ok` says whether it is met.
 */
export function result({ name, value, unit, baseline, ratio, target, at = 'most' }) {
  const judged = ratio ?? (baseline === undefined ? value : value / baseline)
  const held = at === 'most' ? judged <= target : judged >= target
  return {
    name,
    value: rounded(value),
    unit,
    baseline: baseline === undefined ? null : rounded(baseline),
    ratio: baseline === undefined ? null : rounded(judged),
    target: target ?? null,
    ...(target === undefined ? {} : { ok: held }),
  }
}

export function reportJson(results) {
  return `${JSON.stringify({ results }, null, 2)}\n`
}

/** `failed` names the measurements without a figure. */
export function reportTable(results, failed = []) {
  const rows = results.map((one) => [
    one.name,
    `${one.value} ${one.unit}`,
    one.baseline === null ? '' : `${one.baseline} ${one.unit}`,
    one.ratio === null ? '' : `${one.ratio}x`,
    one.target === null ? '' : String(one.target),
    one.ok === undefined ? '' : one.ok ? 'holds' : 'MISSED',
  ])
  const all = [['', 'value', 'floor', 'ratio', 'target', ''], ...rows]
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)))
  const lines = all.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))),
  )
  const missed = results.filter((one) => one.ok === false).map((one) => one.name)
  const ends = [
    ...(missed.length === 0 ? [] : [`Missed: ${missed.join('; ')}.`]),
    ...(failed.length === 0 ? [] : [`Not measured: ${failed.join('; ')}.`]),
  ]
  const end = ends.join('\n') || 'Every target holds.'
  return `${lines.map((line) => line.join('  ').trimEnd()).join('\n')}\n\n${end}\n`
}

function rounded(value) {
  return Number(value.toPrecision(value >= 1000 ? 5 : 3))
}
