import { fieldOf, sortAfterChoosing, sortOf, type Field, type Noun } from '@portico/core'

import type { App } from '../app/app.ts'
import { inSentence } from '../app/in-sentence.ts'
import { pickDialog } from '../dialogs/pick-dialog.tsx'
import type { Binding } from '../focus/binding.ts'
import type { ListCursor } from './list-cursor.ts'

/** A column; `sortBy` is the noun's field to sort by, if its name is not a field. */
export type Column<Row> = Field<Row> & {
  readonly sortBy?: string | undefined
  /** The status that colours the cell, if its text is another. */
  readonly status?: ((row: Row) => string) | undefined
}

export type SortOptions<Row> = {
  readonly noun: Noun<Row>
  readonly columns: readonly Column<Row>[]
}

export type ListSort = {
  /** `sorted by Name, descending`; undefined while the list has its own order. */
  text(): string | undefined
  /** The header of a column, with an arrow if the list is sorted by it. */
  head(column: Column<never>): string
  /** As a flag of the list command. */
  flags(): readonly string[]
  /** What a click on the header of a column does; undefined: the list cannot be sorted by it. */
  by(column: Column<never>): (() => void | Promise<void>) | undefined
  bindings(): readonly Binding[]
}

/** The sort column of a list, among the fields that the command's `--sort` takes, in the same order. */
export function createListSort<Row>(app: App, cursor: ListCursor<Row>, options: SortOptions<Row>): ListSort {
  const { noun } = options
  const { words } = app
  const { list } = cursor
  const { ownSort = '', sorts } = list.listed
  const present = () => list.getState().sort || ownSort
  const nameOf = ({ sortBy, name }: Column<never>) => {
    const field = sortBy ?? name
    return fieldOf(noun, field) !== undefined && sorts?.includes(field) !== false ? field : undefined
  }
  const choices = options.columns.flatMap((column) => {
    const name = nameOf(column)
    return name === undefined ? [] : [{ name, label: words.text(column.label) }]
  })
  const choose = (sort: string) => cursor.setSort(sort === ownSort ? '' : sort)
  const arrowFor = (name: string) => {
    if (present() === name) return app.glyphs.ascending
    return present() === `-${name}` ? app.glyphs.descending : undefined
  }

  function openChoice(): void {
    const own = ownSort === '' ? [{ id: '', label: words.text('Usual order') }] : []
    const items = choices.map(({ name, label }) => {
      const arrow = arrowFor(name)
      return { id: name, label, note: arrow === undefined ? undefined : words.say('tui.sortAgain', { arrow }) }
    })
    app.openDialog(
      pickDialog(app, {
        title: words.say('tui.sortBy', { name: inSentence(noun.labelPlural, words) }),
        action: 'Sort',
        items: [...items, ...own],
        pick: ([name = '']) => {
          app.closeDialog()
          return choose(name === '' ? '' : sortAfterChoosing(present(), name))
        },
      }),
    )
  }

  return {
    text() {
      const sort = sortOf(noun, list.getState().sort)
      const label = choices.find(({ name }) => name === sort?.field.name)?.label
      const id = sort?.isDescending === true ? 'tui.sortedDescending' : 'tui.sorted'
      return label === undefined ? undefined : words.say(id, { column: label })
    },
    head(column) {
      const name = nameOf(column)
      const arrow = name === undefined ? undefined : arrowFor(name)
      return `${words.text(column.label).toUpperCase()}${arrow === undefined ? '' : ` ${arrow}`}`
    },
    flags() {
      const { sort } = list.getState()
      return sort === '' ? [] : ['--sort', sort]
    },
    by(column) {
      const name = nameOf(column)
      return name === undefined ? undefined : () => choose(sortAfterChoosing(present(), name))
    },
    bindings: () =>
      choices.length === 0
        ? []
        : [
            { id: 'list.sort', keys: ['S'], label: 'Sort', run: openChoice },
            {
              id: 'list.reverse',
              keys: ['I'],
              label: 'Reverse the order',
              refused: () => (present() === '' ? 'Choose a column first: S.' : undefined),
              run: () => choose(present().startsWith('-') ? present().slice(1) : `-${present()}`),
              hint: false,
            },
          ],
  }
}
