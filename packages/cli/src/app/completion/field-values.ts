import type { Values } from '../../kit/command-kit/candidate.ts'
import type { FieldOption } from '../../kit/command-kit/options.ts'

/** Field names of a command's output: a list for `--json` and `--columns`, `-FIELD` too for `--sort`, `FIELD=` for `--filter`. */
export function fieldValues({ long, noun }: FieldOption, typed: string): Values {
  const [before, after] = [long === '--sort' && typed.startsWith('-') ? '-' : '', long === '--filter' ? '=' : '']
  const candidates = noun.fields.map(({ name, summary }) => ({
    value: before + name + after,
    text: summary,
    goesOn: after !== '',
  }))
  return { candidates, isList: long === '--json' || long === '--columns' }
}
