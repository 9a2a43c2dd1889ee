{{/*
What every pod of the chart has in common, whichever program runs in it: dict "root" $ "s" (what it is). A pod of a service has
its "name", too: jobs and trials keep to the nodes of `affinity`, and not away from other pods.
*/}}
{{- define "slipway.podCommon" -}}
serviceAccountName: {{ include "slipway.serviceAccount" .root }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with include "slipway.pullSecrets" .root }}
{{ . | trim }}
{{- end }}
{{- with .s.runtimeClassName }}
runtimeClassName: {{ . }}
{{- end }}
{{- with .s.dnsPolicy }}
dnsPolicy: {{ . }}
{{- end }}
{{- with .s.dnsConfig }}
dnsConfig:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .s.hostAliases }}
hostAliases:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .s.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .s.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .s.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with (hasKey . "name" | ternary .s.affinity (pick .s.affinity "nodeAffinity")) }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  {{- toYaml .s.podSecurityContext | nindent 2 }}
{{- end -}}

{{/* The volume with the certificate of an authority to trust; nothing where none is given. */}}
{{- define "slipway.caVolume" -}}
{{- $source := empty .Values.ca.existingConfigMap.name | ternary "secret" "configMap" -}}
{{- $given := eq $source "configMap" | ternary .Values.ca.existingConfigMap .Values.ca.existingSecret -}}
{{- if $given.name -}}
name: trusted-ca
{{ $source }}:
  {{ eq $source "configMap" | ternary "name" "secretName" }}: {{ $given.name }}
  items: [{ key: {{ $given.key | quote }}, path: ca.crt }]
{{- end -}}
{{- end -}}

{{- define "slipway.probe" -}}
httpGet: { path: {{ .path }}, port: health }
{{ omit . "path" | toYaml }}
{{- end -}}

{{- define "slipway.spread" -}}
{{- $selector := include "slipway.selector" (dict "root" .root "component" .name) -}}
{{- $isDeployment := eq .s.kind "Deployment" -}}
{{- range $field, $key := dict "hostname" "kubernetes.io/hostname" "zone" "topology.kubernetes.io/zone" }}
{{- with index $.s.topologySpread $field }}
- maxSkew: 1
  topologyKey: {{ $key }}
  whenUnsatisfiable: {{ . }}
  {{- if $isDeployment }}
  # Only pods of the same revision are counted, or a rollout would end unevenly.
  matchLabelKeys: [pod-template-hash]
  {{- end }}
  labelSelector:
    matchLabels:
      {{- $selector | nindent 6 }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Without what null has taken away: the server would read null as 0. */}}
{{- define "slipway.resources" -}}
{{- $result := deepCopy . -}}
{{- range $side := list "requests" "limits" -}}
{{- $given := get $result $side | default dict -}}
{{- range $name, $quantity := deepCopy $given -}}
{{- if kindIs "invalid" $quantity }}{{ $_ := unset $given $name }}{{ end -}}
{{- end -}}
{{- end -}}
{{- toYaml $result -}}
{{- end -}}

{{/* The template of a service's pods: dict "root" $ "name" "bookings" "s" (what it is) */}}
{{- define "slipway.pod" -}}
{{- $root := .root -}}
{{- $s := .s -}}
{{- $ca := include "slipway.caVolume" $root -}}
{{- $annotations := deepCopy $s.podAnnotations -}}
{{- with include "slipway.ownSecrets" $root }}{{ $_ := set $annotations "checksum/secret" (sha256sum .) }}{{ end -}}
metadata:
  labels:
    {{- include "slipway.podLabels" (dict "root" $root "component" .name) | nindent 4 }}
    {{- with $s.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with $annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- include "slipway.podCommon" . | nindent 2 }}
  terminationGracePeriodSeconds: {{ $s.terminationGracePeriodSeconds }}
  {{- with $s.initContainers }}
  initContainers:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: slipway
      image: {{ include "slipway.image" $root }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      env:
        {{- include "slipway.env" . | trim | nindent 8 }}
      {{- with $s.envFrom }}
      envFrom:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      ports:
        {{- if eq .name "gateway" }}
        - { name: http, containerPort: 3000 }
        {{- end }}
        - { name: health, containerPort: 3001 }
        - { name: metrics, containerPort: {{ $root.Values.monitoring.port }} }
      startupProbe:
        {{- include "slipway.probe" $s.probes.startup | nindent 8 }}
      readinessProbe:
        {{- include "slipway.probe" $s.probes.readiness | nindent 8 }}
      livenessProbe:
        {{- include "slipway.probe" $s.probes.liveness | nindent 8 }}
      {{- with $s.lifecycle }}
      lifecycle:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      resources:
        {{- include "slipway.resources" $s.resources | nindent 8 }}
      securityContext:
        {{- toYaml $s.securityContext | nindent 8 }}
      {{- if or $ca $s.extraVolumeMounts }}
      volumeMounts:
        {{- if $ca }}
        - { name: trusted-ca, mountPath: /etc/slipway/ca, readOnly: true }
        {{- end }}
        {{- with $s.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- end }}
    {{- with $s.sidecars }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- /* No emptyDir, not even for /tmp: `kubectl drain` refuses pods with one, and the program writes no file. */}}
  {{- if or $ca $s.extraVolumes }}
  volumes:
    {{- with $ca }}
    - {{- . | nindent 6 | trim | printf " %s" }}
    {{- end }}
    {{- with $s.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- end }}
  {{- with include "slipway.spread" . }}
  topologySpreadConstraints:
    {{- . | trim | nindent 4 }}
  {{- end }}
{{- end -}}
