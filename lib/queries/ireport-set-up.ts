import { mutationOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { ireportCategoriesQuery } from "./ireport";
import { key } from "./keys";
import { orderMutation } from "./ordering";

export type CategoryInput = Parameters<typeof api.ireport.createCategory>[0];
export type CategoryUpdateInput = Parameters<typeof api.ireport.updateCategory>[0];
type CategoryOrderInput = Parameters<typeof api.ireport.orderCategories>[0];
export type DepartmentInput = Parameters<typeof api.ireport.createDepartment>[0];
export type DepartmentUpdateInput = Parameters<typeof api.ireport.updateDepartment>[0];
export type TemplateInput = Parameters<typeof api.ireport.createTemplate>[0];
export type TemplateUpdateInput = Parameters<typeof api.ireport.updateTemplate>[0];

// Reports name their category and its department, and a category made private takes them out of figures.
const meta = { invalidates: ["IReport", "Overview", "System-Logs"] as const, quiet: true };

/** `idempotencyKey`: one for each time the form is opened, so that a retry after a lost answer adds one. */
export const createCategoryMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: CategoryInput) => api.ireport.createCategory(input, { context: { idempotencyKey } }),
    meta,
  });

export const updateCategoryMutation = () =>
  mutationOptions({ mutationFn: (input: CategoryUpdateInput) => api.ireport.updateCategory(input), meta });

export const orderCategoriesMutation = () =>
  orderMutation({
    name: key("IReport", "order"),
    queryKey: ireportCategoriesQuery().queryKey,
    send: (input: CategoryOrderInput) => api.ireport.orderCategories(input),
    invalidates: meta.invalidates,
  });

export const deleteCategoryMutation = () =>
  mutationOptions({
    mutationFn: (input: { categoryId: string; version: number }) => api.ireport.deleteCategory(input),
    meta,
  });

export const createDepartmentMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: DepartmentInput) => api.ireport.createDepartment(input, { context: { idempotencyKey } }),
    meta,
  });

export const updateDepartmentMutation = () =>
  mutationOptions({ mutationFn: (input: DepartmentUpdateInput) => api.ireport.updateDepartment(input), meta });

export const deleteDepartmentMutation = () =>
  mutationOptions({
    mutationFn: (input: { departmentId: string; version: number }) => api.ireport.deleteDepartment(input),
    meta,
  });

export const createTemplateMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: TemplateInput) => api.ireport.createTemplate(input, { context: { idempotencyKey } }),
    meta,
  });

export const updateTemplateMutation = () =>
  mutationOptions({ mutationFn: (input: TemplateUpdateInput) => api.ireport.updateTemplate(input), meta });

export const deleteTemplateMutation = () =>
  mutationOptions({
    mutationFn: (input: { templateId: string; version: number }) => api.ireport.deleteTemplate(input),
    meta,
  });
