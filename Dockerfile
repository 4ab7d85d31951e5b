# See docs/deploy/README.md. scripts/try-install.mjs runs these steps without Docker and supports only the instructions used here.
FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . ./
RUN npm run build
# Empty folder that is copied to /data below, where the server can write.
RUN mkdir .empty

FROM node:24-bookworm-slim
WORKDIR /app
# Limits glibc to two memory arenas, as `npm start` does ("Memory" in docs/bench.md).
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 PORT=3000 DATA_DIR=/data NEXT_TELEMETRY_DISABLED=1
COPY --from=build /app/.next/standalone ./
COPY --from=build --chown=node:node /app/.empty /data
USER node
EXPOSE 3000
VOLUME /data
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=4 CMD ["node", "check-health.mjs"]
CMD ["node", "--heap-growing-percent=20", "--max-semi-space-size=8", "start.mjs"]
