import { createServer } from 'node:http'

const { status, headers, body } = JSON.parse(process.env.ANSWER)

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(status, headers)
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`))
