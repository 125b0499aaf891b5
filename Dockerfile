# The commands for machines without Node: `docker build -t understudy .`
FROM node:24-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --include=dev --no-audit --no-fund \
 && npm pack --ignore-scripts --silent --pack-destination /tmp

# Only the installed package.
FROM node:24-slim
COPY --from=build /tmp/agent-understudy-*.tgz /tmp/
RUN npm install --global --no-audit --no-fund /tmp/agent-understudy-*.tgz \
 && rm -rf /tmp/agent-understudy-*.tgz /root/.npm
# Reports, baselines and the ledger are read and written here: mount a folder.
WORKDIR /work
RUN chown node:node /work
USER node
ENTRYPOINT ["understudy"]
CMD ["--help"]
