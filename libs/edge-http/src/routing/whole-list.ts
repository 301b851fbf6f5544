import type { Page } from '@palimpsest/application';

/** A list that is always whole. */
export const whole = <T>(items: T[]): Page<T> => ({ items, next_cursor: null });
