/** Shows every endpoint of /docs/openapi.json with a form that sends a real request. */

/** Where the service of this page is reached, also under a path of its host. */
const service = new URL('..', import.meta.url).href.replace(/\/$/, '')
const place = document.querySelector('#endpoints')
const keyField = document.querySelector('#key')

try {
  const response = await fetch(`${service}/docs/openapi.json`)
  const { paths } = await response.json()
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  place.replaceChildren(...entries.map(endpointView))
} catch (error) {
  place.textContent = `The document could not be read: ${error.message}`
}

function endpointView({ path, method, operation }) {
  const answer = element('pre', { hidden: true, tabIndex: 0 })
  const form = element('form', {}, [
    ...(operation.parameters ?? []).map((parameter) => parameterField(operation, parameter)),
    ...(operation.requestBody ? [bodyField(operation)] : []),
    element('button', { type: 'submit', textContent: 'Send' }),
    answer,
  ])
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form, { path, method, answer })
  })
  const heading = element('summary', {}, [
    element('code', { textContent: `${method.toUpperCase()} ${path}` }),
    element('span', { textContent: ` ${operation.summary}` }),
  ])
  return element('details', {}, [heading, form])
}

function parameterField(operation, { name, required }) {
  const id = `${operation.operationId}-${name}`
  return element('div', {}, [
    element('label', { htmlFor: id, textContent: required ? name : `${name} (optional)` }),
    element('input', { id, name, required, autocomplete: 'off', spellcheck: false }),
  ])
}

function bodyField(operation) {
  const id = `${operation.operationId}-body`
  const { schema } = operation.requestBody.content['application/json']
  const example = JSON.stringify(exampleOf(schema), undefined, 2)
  return element('div', {}, [
    element('label', { htmlFor: id, textContent: 'Body' }),
    element('textarea', { id, name: 'body', value: example, spellcheck: false }),
  ])
}

async function send(form, { path, method, answer }) {
  const fields = new FormData(form)
  const body = fields.get('body')
  fields.delete('body')
  const query = new URLSearchParams([...fields].filter(([, value]) => value !== ''))
  answer.hidden = false
  answer.textContent = 'Asking …'
  try {
    const response = await fetch(`${service}${path}${query.size > 0 ? `?${query}` : ''}`, {
      method: method.toUpperCase(),
      headers: {
        'x-api-key': keyField.value || keyField.placeholder,
        ...(body !== null && { 'content-type': 'application/json' }),
      },
      ...(body !== null && { body }),
    })
    const left = response.headers.get('x-ratelimit-remaining')
    const text = JSON.stringify(await response.json(), undefined, 2)
    answer.textContent = `${response.status}, ${left} requests left this second\n${text}`
  } catch (error) {
    answer.textContent = `The request failed: ${error.message}`
  }
}

/** A value with the required fields of a JSON schema, to start from. */
function exampleOf(schema) {
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (first) return exampleOf(first)
  if (schema.type === 'object') return exampleObject(schema)
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items)] : []
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0
  if (schema.type === 'boolean') return false
  return ''
}

function exampleObject({ properties = {}, required = [] }) {
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]))
}

function element(tag, properties = {}, children = []) {
  const created = Object.assign(document.createElement(tag), properties)
  created.append(...children)
  return created
}
