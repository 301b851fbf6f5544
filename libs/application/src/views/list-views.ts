import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Projector } from './projector.ts';
import type { ViewStatus } from './view-status.ts';

/** The read models with position and lag (A3). */
export class ListViews extends Query<ViewStatus[]> {}

@QueryHandler(ListViews)
export class ListViewsHandler implements IQueryHandler<ListViews> {
  constructor(@Inject(Projector) private readonly projector: Projector) {}

  execute(): Promise<ViewStatus[]> {
    return this.projector.status();
  }
}
