import { HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Right } from '@palimpsest/access';
import type { ProblemCode } from '@palimpsest/application';

/** What an answer holds: JSON of a schema, or another type of content. */
export type Answer = z.ZodType | { readonly type: string; readonly description: string };

/**
 * One route, stated once: the controllers serve and parse by it, and the OpenAPI document is made from it.
 * A `{name}` of the path is a parameter; `rest` names the one at the end that may hold slashes.
 */
export interface Route {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'POST';
  /** Who may ask (X1). There is none without: what is not declared does not compile, and is denied. */
  readonly right: Right;
  readonly path: string;
  readonly rest?: string;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The controller gets the body's bytes and parses them itself. */
  readonly bytes?: true;
  /** The answer may be long, and is encoded over several turns of the event loop. */
  readonly long?: true;
  /** The first one is the usual answer. */
  readonly answers: Readonly<Record<number, Answer>>;
  readonly problems: readonly ProblemCode[];
}

/** Keeps the exact type of a route, so that what is parsed by it is typed by it. */
export const route = <R extends Route>(stated: R): R => stated;

/** The path in the router's syntax: `/v1/parts/*` for `/v1/parts/{key}` with `rest: 'key'`. */
export function routerPath({ path, rest }: Route): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => (name === rest ? '*' : `:${name}`));
}

/** What the router knows of a route before its handler runs. */
interface ServedConfig {
  readonly right: Right;
  readonly bytes: boolean;
  readonly long: boolean;
}

/** Empty where no route of ours is served. */
export const configOf = (request: FastifyRequest): Partial<ServedConfig> =>
  request.routeOptions.config as Partial<ServedConfig>;

/** Makes a controller's method serve this route. */
export function Serves(served: Route): MethodDecorator {
  return (target, key, descriptor) => {
    RequestMapping({ path: routerPath(served), method: RequestMethod[served.method] })(target, key, descriptor);
    const { right, bytes = false, long = false } = served;
    RouteConfig({ right, bytes, long } satisfies ServedConfig)(target, key, descriptor);
    HttpCode(Number(Object.keys(served.answers)[0]))(target, key, descriptor);
  };
}
