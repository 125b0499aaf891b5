import { type Extent, type JsonSchema, sampleOfSchema } from '../sample.ts'
import type { Json } from './schemas.ts'

type Content = Readonly<Record<string, Json & { readonly schema?: JsonSchema }>>

/** Adds examples to the contents of requests and responses. `schemas` are the named schemas. */
export function exampleWriter(schemas: Json) {
  return {
    /** The contents of a request body, with its required fields as an example. */
    request: (content: Content): Content => withExamples(content, 'required'),
    /** The contents of a response, with all its fields as an example. */
    response: (content: Content): Content => withExamples(content, 'whole'),
  }

  function withExamples(content: Content, extent: Extent): Content {
    return Object.fromEntries(
      Object.entries(content).map(([type, media]) => [
        type,
        { ...media, ...exampleOf(type, media, extent) },
      ]),
    )
  }

  function exampleOf(type: string, media: Content[string], extent: Extent): Json {
    if (type === 'text/event-stream') {
      const events = Object.entries(
        (media['x-events'] ?? {}) as Readonly<Record<string, JsonSchema>>,
      )
      return events.length === 0 ? {} : { example: framesOf(events) }
    }
    if (type === '*/*') return { example: '# A late order\n' }
    if (type !== 'application/json' || media.schema === undefined) return {}
    return { example: sampleOfSchema(media.schema, extent, schemas) }
  }

  /** A first event and the last one, as frames. */
  function framesOf(events: readonly (readonly [string, JsonSchema])[]): string {
    const shown = [events[0], events.findLast(([name]) => name === 'end') ?? events.at(-1)]
    return shown
      .flatMap((event) => (event === undefined ? [] : [event]))
      .map(([name, schema], index) => {
        const data = JSON.stringify(sampleOfSchema(schema, 'required', schemas))
        return `id: ${index + 1}\nevent: ${name}\ndata: ${data}\n\n`
      })
      .join('')
  }
}
