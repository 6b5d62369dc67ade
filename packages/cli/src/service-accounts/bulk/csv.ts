/** Records of a CSV text (RFC 4180): quoted fields, doubled quotes, any line end. Empty lines are skipped. */
export function csvRecords(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let field = ''
  let quoted = false
  const endField = () => {
    record.push(field)
    field = ''
  }
  const endRecord = () => {
    endField()
    if (record.length > 1 || record[0] !== '') records.push(record)
    record = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (quoted) {
      if (character !== '"') field += character
      else if (text.charAt(at + 1) === '"') field += text.charAt((at += 1))
      else quoted = false
    } else if (character === '"' && field === '') quoted = true
    else if (character === ',') endField()
    else if (character === '\n') endRecord()
    else if (character !== '\r' || text.charAt(at + 1) !== '\n') field += character
  }
  if (quoted) throw new SyntaxError('a quote is never closed')
  if (field !== '' || record.length > 0) endRecord()
  return records
}
