import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes index.html: a row of pictures for each screen and scheme. Answers how many pictures there are. */
export function writeContactSheet(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.png'))
  const rows = new Map()
  for (const file of files) {
    const [, screen, width, scheme] = /^(.+)-(\d+)-(\w+)\.png$/.exec(file)
    const row = rows.get(`${screen}, ${scheme}`) ?? []
    rows.set(`${screen}, ${scheme}`, [...row, { file, width: Number(width) }])
  }
  const sections = [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(section)
  writeFileSync(join(folder, 'index.html'), page(sections.join('\n')))
  return files.length
}

function section([title, pictures]) {
  const ordered = pictures.toSorted((one, other) => other.width - one.width)
  const figures = ordered.map(
    ({ file, width }) =>
      `<figure><a href="${file}"><img src="${file}" alt="${title}, ${width} wide" loading="lazy"></a><figcaption>${width}</figcaption></figure>`,
  )
  return `<section><h2>${title}</h2><div>${figures.join('')}</div></section>`
}

function page(content) {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Pictures of Portico</title>
<style>
  body { font: 15px/1.5 system-ui; margin: 2rem; color-scheme: light dark }
  section div { display: flex; gap: 1rem; align-items: start; overflow-x: auto }
  figure { margin: 0 }
  img { height: 26rem; border: 1px solid #8886 }
</style>
${content}
</html>
`
}
